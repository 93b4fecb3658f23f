import type { Texts } from "../i18n.ts";

export const upstreamModels: Texts["upstreamModels"] = {
  menu: "Upstream models",
  mark: "Upstream models of {{name}}: {{added}} new, {{gone}} gone",
  title: "Changes of the upstream's models",
  checkedAt: "Last check: {{time}}",
  neverChecked: "Not checked yet",
  check: "Check now",
  added: "New upstream",
  gone: "No longer upstream",
  goneHint:
    "The channel still serves these, but the upstream does not list them. Aliases are not always listed.",
  allOf: "{{title}} ({{count}})",
  noneTitle: "Nothing to decide",
  noneDescription:
    "What the upstream has at the first check is taken as known. What it adds later, and what the channel serves and the upstream does not list, is shown here.",
  acceptAll: "Accept all (+{{added}} −{{gone}})",
  acceptChosen: "Accept chosen (+{{added}} −{{gone}})",
  ignoreAll: "Ignore all",
  ignoreChosen: "Ignore chosen",
  accepted: "The channel's models were updated",
  ignored: "These changes are not shown again",
};
