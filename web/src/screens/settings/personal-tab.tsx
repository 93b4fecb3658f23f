import { AccessTokenCard } from "./access-token-card.tsx";
import { AccountCard } from "./account-card.tsx";
import { ModelsCard } from "./models-card.tsx";
import { PasswordCard } from "./password-card.tsx";

/** One's own account. */
export function PersonalTab() {
  return (
    <div className="flex flex-col gap-4">
      <AccountCard />
      <ModelsCard />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <PasswordCard />
        <AccessTokenCard />
      </div>
    </div>
  );
}
