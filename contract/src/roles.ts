/** Role numbers as the wire and the database carry them. */
export const Role = { guest: 0, user: 1, admin: 10, root: 100 } as const;
export type Role = (typeof Role)[keyof typeof Role];

/** Who may call an endpoint or open a screen: at least this role. `open` needs no session. */
export type Access = "open" | "user" | "admin" | "root";

/** The lowest role that an access level lets in. */
export const lowestRole: Record<Access, Role> = {
  open: Role.guest,
  user: Role.user,
  admin: Role.admin,
  root: Role.root,
};
