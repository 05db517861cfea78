-- What somebody does in Neovim with the findings of a tree. test_neovim.py names the tree and reads the results.
local plan = vim.fn.json_decode(vim.fn.readfile(vim.env.COMPRULES_PLAN))
local PATIENCE = 300000 -- milliseconds, for a machine that is busy with other tests
local results = {}

local function finish()
  vim.fn.writefile({ vim.fn.json_encode(results) }, plan.results)
  vim.cmd("qall!")
end

local function fail(message)
  results.error = message
  finish()
end

local function wait_for(what, condition)
  if not vim.wait(PATIENCE, condition, 10) then fail("waited in vain for " .. what) end
end

local client_id = vim.lsp.start_client({
  name = "comprules",
  cmd = plan.command,
  root_dir = plan.tree,
  flags = { debounce_text_changes = 0 },
})
local client = vim.lsp.get_client_by_id(client_id)
local published = {} -- how often the server sent the findings of a file, by its address
local publish = vim.lsp.handlers["textDocument/publishDiagnostics"]
vim.lsp.handlers["textDocument/publishDiagnostics"] = function(problem, result, ...)
  published[result.uri] = (published[result.uri] or 0) + 1
  return publish(problem, result, ...)
end

vim.api.nvim_create_autocmd("FileType", {
  pattern = plan.languages,
  callback = function(event) vim.lsp.buf_attach_client(event.buf, client_id) end,
})

local function count_published() return published[vim.uri_from_bufnr(0)] or 0 end

local function read_lines(buffer) return vim.api.nvim_buf_get_lines(buffer, 0, -1, false) end

local function list_findings()
  local findings = {}
  for _, each in ipairs(vim.diagnostic.get(0)) do
    local line = read_lines(0)[each.lnum + 1]
    local code = each.code or each.user_data.lsp.code
    table.insert(findings, code .. " " .. line:sub(each.col + 1, each.end_col))
  end
  table.sort(findings)
  return findings
end

local function open(name)
  vim.cmd("edit " .. vim.fn.fnameescape(plan.tree .. "/" .. name))
  wait_for("findings of " .. name, function() return count_published() > 0 end)
end

local function go_to(words)
  vim.fn.cursor(1, 1)
  if vim.fn.search("\\V" .. words, "cW") == 0 then fail("not in the text: " .. words) end
end

local function hover()
  local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local answers = vim.lsp.buf_request_sync(0, "textDocument/hover", place, PATIENCE) or {}
  local answer = (answers[client_id] or {}).result
  return type(answer) == "table" and answer.contents.value or ""
end

-- Takes the first action that Neovim offers at the cursor, and waits for the findings of the new text.
local function take_action()
  local offered
  vim.ui.select = function(items, options, on_choice)
    offered = vim.tbl_map(options.format_item, items)
    on_choice(items[1], 1)
  end
  local before = count_published()
  vim.lsp.buf.code_action()
  wait_for("an action", function() return offered end)
  wait_for("findings after the action", function() return count_published() > before end)
  return offered
end

results.files = {}
for _, name in ipairs(plan.files) do
  open(name)
  local file = { name = name, before = list_findings() }
  go_to(plan.retired)
  file.hover = hover()
  file.offered = take_action()
  file.lines = read_lines(0)
  file.after = list_findings()
  table.insert(results.files, file)
end

open(plan.declared)
go_to(plan.outdated)
results.upgrade = { offered = take_action(), lines = read_lines(0), after = list_findings() }
local configuration = vim.fn.bufnr(plan.tree .. "/comprules.toml")
results.upgrade.is_unsaved = vim.bo[configuration].modified
results.upgrade.declared = read_lines(configuration)
local before = count_published()
vim.cmd("wall")
wait_for("findings after saving", function() return count_published() > before end)
results.upgrade.saved = list_findings()

open(plan.large)
before = count_published()
local last = vim.api.nvim_buf_line_count(0)
for _ = 1, plan.edits do
  vim.api.nvim_buf_set_text(0, last - 1, 0, last - 1, 0, { "x" })
  vim.wait(1)
end
go_to(plan.retired)
results.quick = { hover = hover() }
wait_for("findings after the edits", function() return count_published() > before end)
results.quick.published = count_published() - before
results.quick.findings = #vim.diagnostic.get(0)

vim.lsp.stop_client(client_id)
wait_for("the end of the server", function() return client.is_stopped() end)
finish()
