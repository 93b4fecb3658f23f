import { Plus, Users } from "lucide-react";
import { lazy, Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/button.tsx";
import { DataTable } from "../../components/data-table/data-table.tsx";
import { FilterInput } from "../../components/data-table/filter-input.tsx";
import { useTableState } from "../../components/data-table/use-table-state.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { Select } from "../../components/select.tsx";
import { UserStatus } from "@tollgate/contract/statuses";
import { textParam } from "../../lib/url-state.ts";
import { useUserActions } from "./use-user-actions.ts";
import { useGroupNames, useUsers, type User, type UserFilters } from "./use-users.ts";
import { useUserColumns } from "./user-columns.tsx";
import { isCancelled } from "./user-policy.ts";

const UserEditor = lazy(async () => ({ default: (await import("./user-editor.tsx")).UserEditor }));
const NewUserDrawer = lazy(async () => ({ default: (await import("./new-user-drawer.tsx")).NewUserDrawer }));

const params = { keyword: textParam(), group: textParam() };
const rowId = (user: User) => String(user.id);
const isOff = (user: User) => isCancelled(user) || user.status !== UserStatus.enabled;

/** Everybody who has an account. */
export function UsersScreen() {
  const { t } = useTranslation("users");
  const { filters, setFilters, paging } = useTableState("users", params);
  const [edited, setEdited] = useState<User | "new">();
  const query = useUsers(filters, paging.page, paging.pageSize);
  const edit = useCallback((user: User) => setEdited(user), []);
  const columns = useUserColumns(useUserActions(edit));
  const close = () => setEdited(undefined);
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <Button variant="primary" onClick={() => setEdited("new")}>
            <Plus />
            {t("add")}
          </Button>
        }
      />
      <DataTable
        id="users"
        label={t("table")}
        columns={columns}
        query={query}
        paging={paging}
        rowId={rowId}
        rowName={(user) => user.username}
        isMuted={isOff}
        filters={<UserFilterBar filters={filters} onChange={setFilters} />}
        empty={<EmptyState icon={Users} title={t("nothingFound")} />}
      />
      {edited !== undefined && (
        <Suspense>
          {edited === "new" ? (
            <NewUserDrawer onClosed={close} />
          ) : (
            <UserEditor user={edited} onClosed={close} />
          )}
        </Suspense>
      )}
    </>
  );
}

interface UserFilterBarProps {
  filters: UserFilters;
  onChange: (part: Partial<UserFilters>, how?: { replace?: boolean }) => void;
}

function UserFilterBar({ filters, onChange }: UserFilterBarProps) {
  const { t } = useTranslation("users");
  const { data: groups } = useGroupNames();
  const names = new Set([...(groups ?? []), ...(filters.group === "" ? [] : [filters.group])]);
  return (
    <>
      <FilterInput
        className="sm:w-80"
        label={t("search")}
        value={filters.keyword}
        onCommit={(keyword) => onChange({ keyword }, { replace: true })}
      />
      <Select
        className="w-auto min-w-28 max-sm:flex-1"
        label={t("column.group")}
        value={filters.group}
        onValueChange={(group) => onChange({ group })}
        options={[
          { value: "", label: t("allGroups") },
          ...[...names].map((name) => ({ value: name, label: name })),
        ]}
      />
    </>
  );
}
