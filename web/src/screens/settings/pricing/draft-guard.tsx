import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../../components/confirm-dialog.tsx";

/** Asks before leaving the tab with unsaved prices. Moving about inside it, which the address shows too, is free. */
export function DraftGuard({ isDirty }: { isDirty: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && !(current.pathname === next.pathname && tabOf(current.search) === tabOf(next.search)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      danger
      open={blocker.status === "blocked"}
      onAnswer={(isDiscarded) => {
        if (blocker.status !== "blocked") return;
        if (isDiscarded) blocker.proceed();
        else blocker.reset();
      }}
      title={t("unsaved.title")}
      description={t("unsaved.description")}
      confirmLabel={t("unsaved.discard")}
      cancelLabel={t("unsaved.keep")}
    />
  );
}

function tabOf(search: object): unknown {
  return "tab" in search ? search.tab : undefined;
}
