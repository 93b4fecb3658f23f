import { expect } from "bun:test";
import { statusSchema } from "@tollgate/contract/status";
import { describeScenarios } from "../../../test/support/scenario.ts";

describeScenarios("status", {
  app: {
    options: {
      SystemName: "Gate",
      Notice: "Closed on Sunday",
      HomePageContent: "https://home.example.com",
      EpayKey: "pay-secret",
      GitHubClientSecret: "github-secret",
      Chats: '[{"Chat":"https://chat.example.com/#key={key}"}]',
    },
  },
  scenarios: [
    {
      name: "anyone may read every field of the status, and no secret",
      call: "GET /api/status",
      expect: {
        data: expect.objectContaining({ system_name: "Gate", setup: true, enable_online_topup: false }),
      },
      check(app, { data, text }) {
        const fields = Object.keys(Object(data));
        expect(fields.sort()).toEqual(Object.keys(statusSchema.shape).sort());
        expect(data).toMatchObject({
          start_time: Math.floor(app.clock.nowMs() / 1000),
          chats: [{ Chat: "https://chat.example.com/#key={key}" }],
          quota_per_unit: 500_000,
        });
        expect(text).not.toContain("secret");
      },
    },
    { name: "anyone may read the notice", call: "GET /api/notice/", expect: { data: "Closed on Sunday" } },
    {
      name: "anyone may read the home page's content",
      call: "GET /api/home_page_content",
      expect: { data: "https://home.example.com" },
    },
  ],
});
