import { Menu } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../button.tsx";

const MobileSheet = lazy(async () => ({ default: (await import("./mobile-sheet.tsx")).MobileSheet }));

/** The side menu of a narrow screen: a sheet behind a button, loaded when first opened. */
export function MobileMenu() {
  const { t } = useTranslation("shell");
  const [isOpen, setOpen] = useState<boolean>();
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label={t("menu.open")}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        className="sm:hidden"
        onClick={() => setOpen(true)}
      >
        <Menu />
      </Button>
      {isOpen !== undefined && (
        <Suspense>
          <MobileSheet open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
