import { useNavigate } from "@tanstack/react-router";
import { Role } from "@tollgate/contract/roles";
import { LogOut, Settings } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { SessionUser } from "../../session/session-user.ts";
import { useSignOut } from "../../session/use-session.ts";
import { LetterAvatar } from "../letter-avatar.tsx";
import { Menu, MenuHeading, MenuItem, MenuSeparator } from "../menu.tsx";
import { NameText } from "../name-text.tsx";

/** Who is signed in, and the way out. */
export function UserMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation("shell");
  const navigate = useNavigate();
  const signOut = useSignOut();
  const role = user.role >= Role.root ? "root" : user.role >= Role.admin ? "admin" : "user";
  return (
    <Menu
      className="min-w-44"
      trigger={
        <button
          type="button"
          className="focus-ring ml-1 flex h-8 items-center gap-2 rounded-full pr-1 hover:bg-hover sm:pr-2.5"
        >
          <LetterAvatar round name={user.username} />
          <bdi className="max-w-28 truncate text-sm font-medium max-sm:sr-only">{user.username}</bdi>
          <span className="sr-only">{t("user.label")}</span>
        </button>
      }
    >
      <MenuHeading>
        <NameText name={user.display_name || user.username} className="text-sm font-medium text-foreground" />
        <p>{t(`user.${role}`)}</p>
      </MenuHeading>
      <MenuSeparator />
      <MenuItem icon={Settings} onSelect={() => void navigate({ to: "/setting" })}>
        {t("menu.settings")}
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={signOut}>
        {t("user.signOut")}
      </MenuItem>
    </Menu>
  );
}
