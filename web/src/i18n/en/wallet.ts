import type { Texts } from "../i18n.ts";

export const wallet: Texts["wallet"] = {
  title: "Wallet",
  balance: { title: "Balance", now: "Balance", used: "Used so far", requests: "Requests" },
  redeem: {
    title: "Redeem a code",
    description: "A code pays once; its quota is yours at once.",
    code: "Redemption code",
    placeholder: "Enter the code",
    submit: "Redeem",
    done: "The code was redeemed",
    added: "{{amount}} added to your balance",
    getCode: "Get a code",
    noLink: "The super admin has set no link for buying codes",
  },
  invite: {
    title: "Invitations",
    description: "Send your link to friends; what their sign-up earns you waits here.",
    link: "Your invitation link",
    copyLink: "Copy the invitation link",
    waiting: "To be transferred",
    earned: "Earned in all",
    count: "People invited",
    transfer: "Transfer to balance",
    nothing: "You can transfer from {{minimum}} on.",
  },
  transfer: {
    title: "Transfer to your balance",
    available: "Available: {{amount}}",
    amount: "Amount",
    all: "All of it",
    hint: "At least {{minimum}}",
    done: "The quota was transferred",
    submit: "Transfer",
  },
};
