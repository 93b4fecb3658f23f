import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "../../components/copy.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import type { Redemption } from "./use-redemptions.ts";

const HIDDEN = "••••••";

/** A code, hidden until asked for: whoever reads it can redeem it. */
export function RedemptionCode({ code }: { code: Redemption }) {
  const { t } = useTranslation("redemptions");
  const [isShown, setShown] = useState(false);
  const { key, name } = code;
  return (
    <div className="flex items-center">
      <code className={`font-mono text-xs ${isShown ? "break-all whitespace-normal" : "whitespace-nowrap"}`}>
        {isShown ? key : `${key.slice(0, 4)}${HIDDEN}${key.slice(-4)}`}
      </code>
      <IconButton
        size="iconSm"
        className="ml-1"
        label={isShown ? t("hideCode", { name }) : t("showCode", { name })}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff /> : <Eye />}
      </IconButton>
      <CopyButton text={key} label={t("copyCode", { name })} />
    </div>
  );
}
