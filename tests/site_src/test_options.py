"""Options of commands in the documentation stay in one piece."""

from __future__ import annotations

from site_src.markup.options import join_options


def test_options_within_a_line_are_one_piece() -> None:
    before = "<p><code>sail --far-out -n 3 off-shore [--dry] 2009-07-11 2009-07-11.txt</code> and --plain</p>"
    after = join_options(before)
    pieces = [part.partition("</span>")[0] for part in after.split('<span class="whole">')[1:]]
    assert pieces == ["--far-out", "-n", "--dry", "2009-07-11", "2009-07-11"]
    assert after.replace('<span class="whole">', "").replace("</span>", "") == before


def test_blocks_of_code_stay_as_they_are() -> None:
    block = '<pre class="x"><code>sail --far-out</code>\n</pre>'
    assert join_options(block) == block
    assert join_options('<code class="y">sail --far-out</code>') == '<code class="y">sail --far-out</code>'
