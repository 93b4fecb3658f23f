import { RedemptionStatus } from "@tollgate/contract/redemptions";
import { Ban, CircleCheck, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../components/menu.tsx";
import type { Redemption } from "./use-redemptions.ts";

export interface RedemptionActions {
  edit: (code: Redemption) => void;
  setStatus: (code: Redemption, isOn: boolean) => void;
  remove: (code: Redemption) => void;
}

/** What can be done with one code: only an unused one is edited, a used one is never switched on again. */
export function RedemptionRowActions({ code, actions }: { code: Redemption; actions: RedemptionActions }) {
  const { t } = useTranslation("redemptions");
  const { name, status } = code;
  return (
    <div className="flex items-center justify-end gap-0.5">
      {status === RedemptionStatus.unused && (
        <IconButton size="iconSm" label={t("action.edit", { name })} onClick={() => actions.edit(code)}>
          <Pencil />
        </IconButton>
      )}
      <Menu
        trigger={
          <Button variant="ghost" size="iconSm" aria-label={t("action.more", { name })}>
            <EllipsisVertical />
          </Button>
        }
      >
        {status === RedemptionStatus.unused && (
          <MenuItem icon={Ban} onSelect={() => actions.setStatus(code, false)}>
            {t("action.disable")}
          </MenuItem>
        )}
        {status === RedemptionStatus.disabled && (
          <MenuItem icon={CircleCheck} onSelect={() => actions.setStatus(code, true)}>
            {t("action.enable")}
          </MenuItem>
        )}
        {status !== RedemptionStatus.used && <MenuSeparator />}
        <MenuItem danger icon={Trash2} onSelect={() => actions.remove(code)}>
          {t("action.delete")}
        </MenuItem>
      </Menu>
    </div>
  );
}
