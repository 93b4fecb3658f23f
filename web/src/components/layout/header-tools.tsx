import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSessionUser } from "../../session/session-user.ts";
import { buttonClass } from "../button.tsx";
import { LanguageMenu, ThemeMenu } from "./preference-menus.tsx";
import { UserMenu } from "./user-menu.tsx";

/** The right end of every header: language, theme, account. */
export function HeaderTools() {
  const { t } = useTranslation("shell");
  const user = useSessionUser();
  return (
    <div className="flex items-center gap-0.5">
      <LanguageMenu />
      <ThemeMenu />
      {user === undefined ? (
        <Link to="/login" className={buttonClass({ variant: "primary" }, "ml-2")}>
          {t("menu.signIn")}
        </Link>
      ) : (
        <UserMenu user={user} />
      )}
    </div>
  );
}
