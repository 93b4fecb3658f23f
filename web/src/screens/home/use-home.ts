import { useSessionUser } from "../../session/session-user.ts";
import { useStatus } from "../../session/use-status.ts";

/** What the front page says about this installation. */
export function useHome() {
  const status = useStatus();
  const user = useSessionUser();
  const address = (status?.server_address || globalThis.location.origin).replace(/\/+$/, "");
  return { baseUrl: `${address}/v1`, docsLink: status?.docs_link ?? "", isSignedIn: user !== undefined };
}
