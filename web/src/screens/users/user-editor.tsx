import { quotaChangeSchema } from "@tollgate/contract/quota";
import { username } from "@tollgate/contract/session";
import { updateUser } from "@tollgate/contract/users";
import { useRef } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import * as z from "zod/mini";
import { ErrorState } from "../../components/error-state.tsx";
import { FormDrawer } from "../../components/form-drawer.tsx";
import { FormSkeleton } from "../../components/form-skeleton.tsx";
import { notify } from "../../components/toaster.ts";
import { isolated } from "../../lib/isolated-text.ts";
import { newRequestKey } from "../../lib/request-key.ts";
import { schemaResolver } from "../../lib/schema-resolver.ts";
import { useUpdateUser, useUser, type User } from "./use-users.ts";
import { UserFields } from "./user-fields.tsx";

const stored = updateUser.shapes.body.shape;
const schema = z.object({
  username,
  display_name: z.nonoptional(stored.display_name),
  password: z.nonoptional(stored.password),
  group: z.nonoptional(stored.group),
  /** What is added to the balance; negative takes away. */
  quota_change: quotaChangeSchema,
});

export type UserFormValues = z.output<typeof schema>;

interface UserEditorProps {
  user: User;
  onClosed: () => void;
}

/** The drawer that changes a user. */
export function UserEditor({ user, onClosed }: UserEditorProps) {
  const { t } = useTranslation("users");
  const current = useUser(user.id);
  const { mutateAsync } = useUpdateUser();
  const requestKeyOf = useRequestKeys();
  const form = useForm<UserFormValues, unknown, UserFormValues>({
    resolver: schemaResolver<UserFormValues, UserFormValues>(schema),
    defaultValues: toFormValues(user),
    ...(current.data === undefined ? {} : { values: toFormValues(current.data) }),
  });
  const save = async ({ quota_change: change, password, ...values }: UserFormValues) => {
    const seen = current.data?.quota_seen ?? user.quota_seen;
    await mutateAsync({
      id: user.id,
      ...values,
      ...(password === "" ? {} : { password }),
      ...(change === 0 ? {} : { quota: seen + change, quota_seen: seen, request_key: requestKeyOf(change) }),
    });
    notify.success(t("updated"));
  };
  return (
    <FormDrawer
      title={t("editor.editTitle")}
      description={`#${user.id} · ${isolated(user.username)}`}
      form={form}
      onSubmit={save}
      onClosed={onClosed}
      placeholder={
        current.error !== null ? (
          <ErrorState message={current.error.message} onRetry={() => void current.refetch()} />
        ) : current.data === undefined ? (
          <FormSkeleton />
        ) : undefined
      }
    >
      {current.data !== undefined && <UserFields form={form} user={current.data} />}
    </FormDrawer>
  );
}

/** One key for one amount: saving again after a lost answer does not move it twice. */
function useRequestKeys(): (change: number) => string {
  const keys = useRef(new Map<number, string>());
  return (change) => {
    const key = keys.current.get(change) ?? newRequestKey();
    keys.current.set(change, key);
    return key;
  };
}

function toFormValues(user: User): UserFormValues {
  return {
    username: user.username,
    display_name: user.display_name,
    password: "",
    group: user.group,
    quota_change: 0,
  };
}
