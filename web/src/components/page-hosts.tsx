import { ConfirmHost } from "./confirm-host.tsx";
import { ManualCopyHost } from "./manual-copy-host.tsx";
import { ToastHost } from "./toast-host.tsx";

/** What stands over every screen when there is something to say or to ask; the first screen does not wait for it. */
export function PageHosts() {
  return (
    <>
      <ConfirmHost />
      <ManualCopyHost />
      <ToastHost />
    </>
  );
}
