import type { ReactNode } from "react";
import { Card } from "../card.tsx";
import { BrandMark } from "./brand.tsx";

interface AccountEntryProps {
  title: string;
  children: ReactNode;
  /** Below the card: the way to the other door. */
  footer?: ReactNode;
}

/** The narrow page on which people sign in or make an account. */
export function AccountEntry({ title, children, footer }: AccountEntryProps) {
  return (
    <div className="w-full max-w-[22rem] animate-appear">
      <div className="mb-6 flex flex-col items-center gap-4 text-center">
        <BrandMark className="size-12 rounded-xl" />
        <h1 className="text-xl font-semibold tracking-tight text-balance">{title}</h1>
      </div>
      <Card className="flex flex-col gap-4 p-6">{children}</Card>
      {footer !== undefined && <p className="mt-4 text-center text-sm text-muted">{footer}</p>}
    </div>
  );
}
