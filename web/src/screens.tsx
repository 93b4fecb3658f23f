import { lazyRouteComponent, type RouteComponent } from "@tanstack/react-router";
import type { Access } from "@tollgate/contract/roles";
import type { Status } from "@tollgate/contract/status";
import {
  KeyRound,
  Network,
  ScrollText,
  Settings,
  Ticket,
  Users,
  Wallet,
  type LucideIcon,
} from "lucide-react";
import { explainMissing } from "./api/missing-file.ts";
import type { Texts } from "./i18n/i18n.ts";

export interface Screen {
  /** Path as the router takes it. */
  path: string;
  /** Who may open it; `guest` is for nobody who is signed in. */
  access: Access | "guest";
  component: RouteComponent;
  /** Its name in the browser's tab, beside the system's. */
  title?: keyof Texts["shell"]["menu"];
  /** `console` has header and side menu, `site` only the header, `plain` neither. */
  layout: "console" | "site" | "plain";
  /** Its entry in the side menu and the command palette; entries stand in the order of this table. */
  menu?: { to: string; icon: LucideIcon; text: keyof Texts["shell"]["menu"] };
  /** Switched off by the operator: no entry, no screen. */
  isOn?: (status: Status) => boolean;
}

/** Every screen of the console. A new one is a row here and a folder in `screens/`. */
export const SCREENS: readonly Screen[] = [
  {
    path: "/",
    access: "open",
    layout: "site",
    component: lazyRouteComponent(
      () => import("./screens/home/home-screen.tsx").catch(explainMissing),
      "HomeScreen",
    ),
  },
  {
    path: "/login",
    title: "signIn",
    access: "guest",
    layout: "plain",
    component: lazyRouteComponent(
      () => import("./screens/login/login-screen.tsx").catch(explainMissing),
      "LoginScreen",
    ),
  },
  {
    path: "/register",
    title: "register",
    access: "guest",
    layout: "plain",
    component: lazyRouteComponent(
      () => import("./screens/register/register-screen.tsx").catch(explainMissing),
      "RegisterScreen",
    ),
  },
  {
    path: "/pricing",
    title: "pricing",
    access: "open",
    layout: "site",
    component: lazyRouteComponent(
      () => import("./screens/prices/prices-screen.tsx").catch(explainMissing),
      "PricesScreen",
    ),
  },
  {
    path: "/channel/{-$action}/{-$id}",
    title: "channels",
    access: "admin",
    layout: "console",
    component: lazyRouteComponent(
      () => import("./screens/channels/channels-screen.tsx").catch(explainMissing),
      "ChannelsScreen",
    ),
    menu: { to: "/channel", icon: Network, text: "channels" },
  },
  {
    path: "/token",
    title: "tokens",
    access: "user",
    layout: "console",
    component: lazyRouteComponent(
      () => import("./screens/tokens/tokens-screen.tsx").catch(explainMissing),
      "TokensScreen",
    ),
    menu: { to: "/token", icon: KeyRound, text: "tokens" },
  },
  {
    path: "/redemption",
    title: "redemptions",
    access: "admin",
    layout: "console",
    component: lazyRouteComponent(
      () => import("./screens/redemptions/redemptions-screen.tsx").catch(explainMissing),
      "RedemptionsScreen",
    ),
    menu: { to: "/redemption", icon: Ticket, text: "redemptions" },
  },
  {
    path: "/topup",
    title: "wallet",
    access: "user",
    layout: "console",
    component: lazyRouteComponent(
      () => import("./screens/wallet/wallet-screen.tsx").catch(explainMissing),
      "WalletScreen",
    ),
    menu: { to: "/topup", icon: Wallet, text: "wallet" },
  },
  {
    path: "/user",
    title: "users",
    access: "admin",
    layout: "console",
    component: lazyRouteComponent(
      () => import("./screens/users/users-screen.tsx").catch(explainMissing),
      "UsersScreen",
    ),
    menu: { to: "/user", icon: Users, text: "users" },
  },
  {
    path: "/log",
    title: "logs",
    access: "user",
    layout: "console",
    component: lazyRouteComponent(
      () => import("./screens/logs/logs-screen.tsx").catch(explainMissing),
      "LogsScreen",
    ),
    menu: { to: "/log", icon: ScrollText, text: "logs" },
  },
  {
    path: "/setting",
    title: "settings",
    access: "user",
    layout: "console",
    component: lazyRouteComponent(
      () => import("./screens/settings/settings-screen.tsx").catch(explainMissing),
      "SettingsScreen",
    ),
    menu: { to: "/setting", icon: Settings, text: "settings" },
  },
];
