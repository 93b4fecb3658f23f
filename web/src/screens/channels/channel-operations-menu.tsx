import { ChevronDown, FlaskConical, ListChecks, Trash2, WalletMinimal, Wrench } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { confirm } from "../../components/confirm.ts";
import { Menu, MenuItem, MenuSeparator } from "../../components/menu.tsx";
import { notify } from "../../components/toaster.ts";
import type { RunKind, useChannelRun } from "./use-channel-runs.ts";
import { useDeleteDisabled, useRepairChannels } from "./use-channel-operations.ts";

type Run = Pick<ReturnType<typeof useChannelRun>, "run" | "start" | "isStarting">;

/** What is done to all channels at once. A run that goes on cannot be begun again. */
export function ChannelOperationsMenu({ tests, balances, models }: Record<RunKind, Run>) {
  const { t } = useTranslation("channels");
  const { mutate: deleteDisabled, isPending: isDeleting } = useDeleteDisabled();
  const { mutate: repair, isPending: isRepairing } = useRepairChannels();
  const askToDelete = async () => {
    const isSure = await confirm({
      danger: true,
      title: t("confirm.deleteDisabledTitle"),
      description: t("confirm.deleteDisabledDescription"),
      confirmLabel: t("action.delete"),
    });
    if (!isSure) return;
    deleteDisabled(undefined, {
      onSuccess: (count) => notify.success(t("done.deletedDisabled", { count })),
    });
  };
  return (
    <Menu
      trigger={
        <Button pending={isDeleting || isRepairing}>
          {t("operations.title")}
          <ChevronDown />
        </Button>
      }
    >
      <MenuItem icon={FlaskConical} disabled={isBusy(tests)} onSelect={() => tests.start()}>
        {t("operations.testAll")}
      </MenuItem>
      <MenuItem icon={WalletMinimal} disabled={isBusy(balances)} onSelect={() => balances.start()}>
        {t("operations.updateBalances")}
      </MenuItem>
      <MenuItem icon={ListChecks} disabled={isBusy(models)} onSelect={() => models.start()}>
        {t("operations.checkModels")}
      </MenuItem>
      <MenuItem
        icon={Wrench}
        onSelect={() =>
          repair(undefined, { onSuccess: (count) => notify.success(t("done.repaired", { count })) })
        }
      >
        {t("operations.repair")}
      </MenuItem>
      <MenuSeparator />
      <MenuItem danger icon={Trash2} onSelect={() => void askToDelete()}>
        {t("operations.deleteDisabled")}
      </MenuItem>
    </Menu>
  );
}

function isBusy({ run, isStarting }: Run): boolean {
  return isStarting || run?.running === true;
}
