import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast, Toaster } from "sonner";
import { useLocalValue } from "../lib/local-value.ts";
import { themeMode } from "../lib/theme.ts";
import { Spinner } from "./spinner.tsx";
import { toastsAreDrawn } from "./toaster.ts";

/** Draws what `notify` says; mounted once. */
export function ToastHost() {
  const { t } = useTranslation();
  const mode = useLocalValue(themeMode);
  // The toaster listens since its own effect, which ran before this one.
  useEffect(() => toastsAreDrawn(toast), []);
  return (
    <Toaster
      theme={mode === "auto" ? "system" : mode}
      position="top-center"
      containerAriaLabel={t("notifications")}
      offset={64}
      mobileOffset={{ top: 64 }}
      gap={8}
      icons={{
        success: <CircleCheck className="size-4 text-green-text" />,
        error: <CircleAlert className="size-4 text-danger-text" />,
        warning: <TriangleAlert className="size-4 text-yellow-text" />,
        info: <Info className="size-4 text-blue-text" />,
        loading: <Spinner />,
      }}
    />
  );
}
