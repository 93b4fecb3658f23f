import type { Texts } from "../i18n.ts";

export const home: Texts["home"] = {
  title: "One address for every AI model",
  lead: "One OpenAI-compatible API with routing and retries, charged to the last token, every call accounted for.",
  start: "Open console",
  signIn: "Sign in",
  docs: "Documentation",
  endpoint: { title: "API address", copy: "Copy API address", hint: "Use it as your SDK’s base_url." },
  sample: { title: "Example call", copy: "Copy example", key: "YOUR_TOKEN" },
  features: {
    routing: {
      title: "Many channels",
      text: "Spread by priority and weight; a call that fails before its first byte moves on to the next channel.",
    },
    billing: {
      title: "Exact charges",
      text: "Reserved first, settled after, one log row each; any charge can be worked out again.",
    },
    tokens: {
      title: "Tokens with rules",
      text: "Quota, expiry, allowed addresses and models, for each token.",
    },
    privacy: {
      title: "Your own machine",
      text: "One program, one data directory, one port; keys encrypted at rest.",
    },
  },
};
