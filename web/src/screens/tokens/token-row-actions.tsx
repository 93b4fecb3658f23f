import { TokenStatus } from "@tollgate/contract/statuses";
import { Ban, CircleCheck, EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../components/menu.tsx";
import type { Token } from "./use-tokens.ts";

export interface TokenActions {
  edit: (token: Token) => void;
  setStatus: (token: Token, isOn: boolean) => void;
  remove: (token: Token) => void;
}

/** What can be done with one token. */
export function TokenRowActions({ token, actions }: { token: Token; actions: TokenActions }) {
  const { t } = useTranslation("tokens");
  const isEnabled = token.status === TokenStatus.enabled;
  return (
    <div className="flex items-center gap-0.5">
      <IconButton size="iconSm" label={t("action.edit")} onClick={() => actions.edit(token)}>
        <Pencil />
      </IconButton>
      <Menu
        trigger={
          <Button variant="ghost" size="iconSm" aria-label={`${t("action.more")}: ${token.name}`}>
            <EllipsisVertical />
          </Button>
        }
      >
        {isEnabled ? (
          <MenuItem icon={Ban} onSelect={() => actions.setStatus(token, false)}>
            {t("action.disable")}
          </MenuItem>
        ) : (
          <MenuItem icon={CircleCheck} onSelect={() => actions.setStatus(token, true)}>
            {t("action.enable")}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem danger icon={Trash2} onSelect={() => actions.remove(token)}>
          {t("action.delete")}
        </MenuItem>
      </Menu>
    </div>
  );
}
