import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { classNames } from "../../lib/class-names.ts";
import { Tooltip } from "../tooltip.tsx";
import { useMenuEntries, type MenuEntry } from "./menu-entries.ts";

interface SideMenuProps {
  /** Icons only. */
  isCollapsed?: boolean;
  onNavigate?: () => void;
}

/** The screens this user may open. */
export function SideMenu({ isCollapsed = false, onNavigate }: SideMenuProps) {
  const { t } = useTranslation("shell");
  const entries = useMenuEntries();
  return (
    <nav aria-label={t("menu.title")} className="thin-scrollbar flex-1 overflow-y-auto px-2 py-2">
      <ul className="flex flex-col gap-0.5">
        {entries.map((entry) => (
          <li key={entry.to}>
            <SideMenuLink entry={entry} isCollapsed={isCollapsed} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface SideMenuLinkProps {
  entry: MenuEntry;
  isCollapsed: boolean;
  onNavigate: (() => void) | undefined;
}

function SideMenuLink({ entry, isCollapsed, onNavigate }: SideMenuLinkProps) {
  const { t } = useTranslation("shell");
  const { icon: Icon, to, text } = entry;
  const label = t(`menu.${text}`);
  const link = (
    <Link
      to={to}
      {...(onNavigate === undefined ? {} : { onClick: onNavigate })}
      aria-label={isCollapsed ? label : undefined}
      className={classNames(
        "focus-ring group flex h-8.5 items-center gap-2.5 rounded-md px-2.5 text-sm text-secondary transition-colors hover:bg-hover hover:text-foreground data-[status=active]:bg-pressed data-[status=active]:font-medium data-[status=active]:text-foreground",
        isCollapsed && "justify-center px-0",
      )}
    >
      <Icon
        aria-hidden
        className="size-[1.125rem] shrink-0 text-muted group-hover:text-foreground group-data-[status=active]:text-accent-text"
        strokeWidth={1.9}
      />
      {!isCollapsed && <span className="truncate">{label}</span>}
    </Link>
  );
  if (!isCollapsed) return link;
  return (
    <Tooltip content={label} side="right">
      {link}
    </Tooltip>
  );
}
