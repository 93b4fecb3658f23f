import { getHomePageContent, getNotice, getStatus } from "@tollgate/contract/status";
import { route } from "../../http/route.ts";
import type { Route } from "../../http/route.ts";
import type { OptionStore } from "../options/option-store.ts";
import { statusView } from "./status-view.ts";
import type { StatusFacts } from "./status-view.ts";

/** What anyone may read: the status and the site's texts. */
export function statusRoutes({ options, facts }: { options: OptionStore; facts: StatusFacts }): Route[] {
  return [
    route(getStatus, () => statusView(options, facts)),
    route(getNotice, () => options.get("Notice")),
    route(getHomePageContent, () => options.get("HomePageContent")),
  ];
}
