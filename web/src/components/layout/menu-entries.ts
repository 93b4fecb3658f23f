import { SCREENS, type Screen } from "../../screens.tsx";
import { mayOpen, useSessionUser } from "../../session/session-user.ts";
import { useStatus } from "../../session/use-status.ts";

export type MenuEntry = NonNullable<Screen["menu"]>;

/** The menu entries that this user may open with the operator's settings, in the table's order. */
export function useMenuEntries(): MenuEntry[] {
  const user = useSessionUser();
  const status = useStatus();
  return SCREENS.flatMap(({ menu, access, isOn }) =>
    menu !== undefined &&
    mayOpen(user, access) &&
    (isOn === undefined || (status !== undefined && isOn(status)))
      ? [menu]
      : [],
  );
}
