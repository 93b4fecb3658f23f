import { Input as Base } from "@base-ui/react/input";
import { Eye, EyeOff, Search, X } from "lucide-react";
import { useState, type ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import { classNames } from "../lib/class-names.ts";

export type InputProps = Omit<ComponentProps<typeof Base>, "className" | "style"> & { className?: string };

/** One line of text. Inside a form field it takes label, description and error from there. */
export function Input({ className, ...rest }: InputProps) {
  return (
    <Base className={classNames("field-surface h-8 w-full min-w-0 px-2.5 text-sm", className)} {...rest} />
  );
}

/** A secret that can be shown for a moment. */
export function PasswordInput({ className, ...rest }: InputProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  return (
    <div className={classNames("relative h-8", className)}>
      <Input {...rest} type={isShown ? "text" : "password"} className="h-full pr-9" spellCheck={false} />
      <button
        type="button"
        className="focus-ring absolute inset-y-0 right-0 flex w-9 items-center justify-center rounded-md text-muted hover:text-foreground"
        aria-label={isShown ? t("password.hide") : t("password.show")}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
      </button>
    </div>
  );
}

interface SearchInputProps {
  /** Its accessible name and placeholder. */
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  className?: string;
}

/** A search box with a button that empties it. */
export function SearchInput({ label, value, onValueChange, className }: SearchInputProps) {
  const { t } = useTranslation();
  return (
    <div className={classNames("relative", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={label}
        value={value}
        onValueChange={onValueChange}
        autoComplete="off"
        spellCheck={false}
        className="pr-8 pl-8"
      />
      {value !== "" && (
        <button
          type="button"
          aria-label={t("action.clear")}
          className="focus-ring absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-md text-muted hover:text-foreground"
          onClick={() => onValueChange("")}
        >
          <X className="size-3.5" />
        </button>
      )}
    </div>
  );
}
