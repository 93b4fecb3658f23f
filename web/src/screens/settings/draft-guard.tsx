import { useBlocker } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";

interface DraftGuardProps {
  isDirty: boolean;
  /** What may be left without asking: nothing but places in the same tab, or all tabs of the screen. */
  scope: "tab" | "screen";
}

/** Asks before unsaved settings are left. Moving about where they are kept, which the address shows too, is free. */
export function DraftGuard({ isDirty, scope }: DraftGuardProps) {
  const { t } = useTranslation();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty &&
      (current.pathname !== next.pathname ||
        (scope === "tab" && tabOf(current.search) !== tabOf(next.search))),
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
