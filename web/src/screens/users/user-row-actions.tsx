import {
  ArrowDownToLine,
  ArrowUpToLine,
  Ban,
  CircleCheck,
  EllipsisVertical,
  Pencil,
  UserX,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../components/menu.tsx";
import { useSessionUser } from "../../session/session-user.ts";
import type { RowAction, User } from "./use-users.ts";
import { allowedActions, mayEdit } from "./user-policy.ts";

export interface UserActions {
  edit: (user: User) => void;
  manage: (user: User, action: RowAction) => void;
}

const ICONS = {
  disable: Ban,
  enable: CircleCheck,
  promote: ArrowUpToLine,
  demote: ArrowDownToLine,
  delete: UserX,
} as const;

/** What the reader may do with one user; what rank forbids is not offered. */
export function UserRowActions({ user, actions }: { user: User; actions: UserActions }) {
  const { t } = useTranslation("users");
  const reader = useSessionUser();
  if (reader === undefined) return null;
  const allowed = allowedActions(reader, user);
  return (
    <div className="flex items-center gap-0.5">
      {mayEdit(reader, user) && (
        <IconButton
          size="iconSm"
          label={t("action.edit", { name: user.username })}
          onClick={() => actions.edit(user)}
        >
          <Pencil />
        </IconButton>
      )}
      {allowed.length > 0 && (
        <Menu
          trigger={
            <Button variant="ghost" size="iconSm" aria-label={t("action.more", { name: user.username })}>
              <EllipsisVertical />
            </Button>
          }
        >
          {allowed
            .filter((action) => action !== "delete")
            .map((action) => (
              <MenuItem key={action} icon={ICONS[action]} onSelect={() => actions.manage(user, action)}>
                {t(`action.${action}`)}
              </MenuItem>
            ))}
          <MenuSeparator />
          <MenuItem danger icon={ICONS.delete} onSelect={() => actions.manage(user, "delete")}>
            {t("action.delete")}
          </MenuItem>
        </Menu>
      )}
    </div>
  );
}
