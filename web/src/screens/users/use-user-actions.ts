import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../components/confirm.ts";
import { notify } from "../../components/toaster.ts";
import { useManageUser, type RowAction, type User } from "./use-users.ts";
import type { UserActions } from "./user-row-actions.tsx";

/** Actions that lock somebody out or cannot be taken back. */
const DANGEROUS: ReadonlySet<RowAction> = new Set(["disable", "delete"]);

/** The actions of a row, with their questions and messages; `edit` opens the editor. Stable. */
export function useUserActions(edit: (user: User) => void): UserActions {
  const { t } = useTranslation("users");
  const { mutate } = useManageUser();
  return useMemo(
    () => ({
      edit,
      async manage({ id, username }, action) {
        // To enable somebody harms nobody; everything else is asked about.
        const isSure =
          action === "enable" ||
          (await confirm({
            danger: DANGEROUS.has(action),
            title: t(`confirm.${action}.title`, { name: username }),
            description: t(`confirm.${action}.description`),
            confirmLabel: t(`action.${action}`),
          }));
        if (!isSure) return;
        mutate({ id, action }, { onSuccess: () => notify.success(t("done", { ns: "common" })) });
      },
    }),
    [t, edit, mutate],
  );
}
