import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "../button.tsx";
import { backdropClass } from "../dialog.tsx";
import { Brand } from "./brand.tsx";
import { SideMenu } from "./side-menu.tsx";

interface MobileSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The side menu over a narrow screen. */
export function MobileSheet({ open, onOpenChange }: MobileSheetProps) {
  const { t } = useTranslation("shell");
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropClass} />
        <Base.Popup className="fixed inset-y-0 left-0 flex w-72 max-w-[85vw] flex-col border-r border-line bg-background shadow-pop outline-none transition-transform duration-200 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <Base.Title className="sr-only">{t("menu.title")}</Base.Title>
          <div className="flex h-14 shrink-0 items-center justify-between pr-2 pl-4">
            <Brand />
            <Base.Close
              render={<Button variant="ghost" size="icon" aria-label={t("action.close", { ns: "common" })} />}
            >
              <X />
            </Base.Close>
          </div>
          <SideMenu onNavigate={() => onOpenChange(false)} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
