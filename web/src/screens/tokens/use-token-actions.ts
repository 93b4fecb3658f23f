import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../components/confirm.ts";
import { notify } from "../../components/toaster.ts";
import type { TokenActions } from "./token-row-actions.tsx";
import { useDeleteTokens, useSetTokenStatus, type Token } from "./use-tokens.ts";

/** The actions of a row, with their questions and messages; `edit` opens the editor. Stable. */
export function useTokenActions(edit: (token: Token) => void): TokenActions {
  const { t } = useTranslation("tokens");
  const { mutate: setStatus } = useSetTokenStatus();
  const { mutate: remove } = useDeleteTokens();
  return useMemo(() => {
    const done = { onSuccess: () => notify.success(t("done", { ns: "common" })) };
    return {
      edit,
      setStatus: ({ id }, isOn) => setStatus({ id, isOn }, done),
      async remove({ id, name }) {
        const isSure = await confirm({
          danger: true,
          title: t("confirm.deleteTitle"),
          description: t("confirm.deleteDescription", { name }),
          confirmLabel: t("action.delete"),
        });
        if (isSure) remove([id], done);
      },
    };
  }, [t, edit, setStatus, remove]);
}
