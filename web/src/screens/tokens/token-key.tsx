import { TOKEN_KEY_PREFIX } from "@tollgate/contract/tokens";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../components/copy.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import type { Token } from "./use-tokens.ts";

/** The key as clients send it. */
export function fullKey(token: Token): string {
  return TOKEN_KEY_PREFIX + token.key;
}

/** The key, hidden until asked for, ready to copy. */
export function TokenKey({ token }: { token: Token }) {
  const { t } = useTranslation("tokens");
  const [isShown, setShown] = useState(false);
  const { name } = token;
  const key = fullKey(token);
  return (
    <div className="flex items-center">
      <code className={`font-mono text-xs ${isShown ? "break-all whitespace-normal" : "whitespace-nowrap"}`}>
        {isShown ? key : `${key.slice(0, 7)}••••••${key.slice(-4)}`}
      </code>
      <IconButton
        size="iconSm"
        className="ml-1"
        label={isShown ? t("hideKey", { name }) : t("showKey", { name })}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff /> : <Eye />}
      </IconButton>
      <CopyButton text={key} label={t("copyKey", { name })} />
    </div>
  );
}
