import type { Texts } from "../i18n.ts";

export const audit: Texts["audit"] = {
  title: "Audit of the books",
  description:
    "Proves that every balance and every hold is the sum of its entries. It runs while the system runs and changes nothing.",
  idle: "Not run yet.",
  run: "Run the audit",
  running: "Running",
  progress: "Going through the books…",
  right: "The books are right",
  wrong: "Differences found: {{count}}",
  extent: "{{accounts}} accounts and {{entries}} entries in {{duration}}.",
  extentArchived:
    "{{accounts}} accounts, {{entries}} entries and the sums of {{archived}} archived ones in {{duration}}.",
  copy: "Copy the differences",
  checks: "What was checked",
  proved: "Holds",
  refuted: "Does not hold",
  check: {
    postedBalances: "Balances are the sums of their entries; use and requests those of the charges",
    belowZero: "A balance is below zero only by a charge above its hold, or by a correction",
    appendOnly: "Entries are added and never changed",
    entryShapes: "Both sides of every entry agree",
    notOlder: "No charge is left from before the last checkpoint",
    checkpoints: "Checkpoints follow each other and count what their files have",
    heldAmounts: "Held amounts are the sums of the open holds",
    resolveOnce: "No charged request still holds anything",
    holdsOfNodes: "Every open hold belongs to a node",
    logsHaveCharges: "Every usage row has a charge of the same amount",
    loggedOnce: "No request has two usage rows",
    chargesHaveLogs: "Every charge since the oldest log row has a row there",
    channelUse: "A channel's used quota is at least what its log rows add up to",
    operatorCosts: "What upstreams billed for failed attempts was charged to nobody",
  },
};
