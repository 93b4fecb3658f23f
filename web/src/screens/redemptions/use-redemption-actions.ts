import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { confirm } from "../../components/confirm.ts";
import { notify } from "../../components/toaster.ts";
import type { RedemptionActions } from "./redemption-row-actions.tsx";
import { useDeleteRedemption, useSetRedemptionStatus, type Redemption } from "./use-redemptions.ts";

/** The actions of a row, with their questions and messages; `edit` opens the editor. Stable. */
export function useRedemptionActions(edit: (code: Redemption) => void): RedemptionActions {
  const { t } = useTranslation("redemptions");
  const { mutate: setStatus } = useSetRedemptionStatus();
  const { mutate: remove } = useDeleteRedemption();
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
        if (isSure) remove(id, done);
      },
    };
  }, [t, edit, setStatus, remove]);
}
