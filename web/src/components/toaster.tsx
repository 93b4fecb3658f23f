import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { toast, Toaster as Base } from "sonner";
import { themeMode } from "../lib/theme.ts";
import { useLocalValue } from "../lib/local-value.ts";
import { Spinner } from "./spinner.tsx";

/** Short messages at the edge of the screen. The same text twice is shown once. */
export const notify = {
  success: (message: string) => toast.success(message, { id: message }),
  error: (message: string) => toast.error(message, { id: message, duration: 6000 }),
  warning: (message: string) => toast.warning(message, { id: message, duration: 8000 }),
  info: (message: string) => toast.info(message, { id: message }),
};

/** Draws the messages; mounted once. */
export function Toaster() {
  const { t } = useTranslation();
  const mode = useLocalValue(themeMode);
  return (
    <Base
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
