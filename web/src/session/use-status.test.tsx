import { screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { buildStatus } from "../test/factories.ts";
import { createFakeConsole } from "../test/fake-console.ts";
import { renderPart } from "../test/render-part.tsx";
import { savedStatus, useFormatQuota, useSystemName } from "./use-status.ts";

function Probe() {
  const name = useSystemName();
  const formatQuota = useFormatQuota();
  return (
    <output>
      {name} {formatQuota(1_500_000)}
    </output>
  );
}

test("the console draws from the last visit's settings and then from the server's", async () => {
  savedStatus.set(buildStatus({ system_name: "旧名" }));
  const status = buildStatus({ system_name: "新名", display_in_currency: false });
  vi.stubGlobal("fetch", createFakeConsole({ status }).server.fetch);
  await renderPart(<Probe />);
  expect(screen.getByText("旧名 $3.00")).toBeTruthy();
  expect(await screen.findByText("新名 1.5M")).toBeTruthy();
  await waitFor(() => expect(savedStatus.get()?.system_name).toBe("新名"));
});

test("without any answer it has a name and counts in dollars", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no server")));
  await renderPart(<Probe />);
  expect(screen.getByText("Tollgate $3.00")).toBeTruthy();
});
