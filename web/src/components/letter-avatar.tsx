import { classNames } from "../lib/class-names.ts";

const TONES = [
  "bg-letter-1",
  "bg-letter-2",
  "bg-letter-3",
  "bg-letter-4",
  "bg-letter-5",
  "bg-letter-6",
  "bg-letter-7",
  "bg-letter-8",
] as const;

interface LetterAvatarProps {
  name: string;
  /** Chooses the colour; the name does when absent. */
  seed?: number;
  muted?: boolean;
  round?: boolean;
  className?: string;
}

/** The first letter of a name on a colour that stays the same for the same seed. */
export function LetterAvatar({ name, seed, muted = false, round = false, className }: LetterAvatarProps) {
  const tone = TONES[(seed ?? hashText(name)) % TONES.length];
  return (
    <span
      aria-hidden
      className={classNames(
        "flex size-7 shrink-0 items-center justify-center text-xs font-semibold text-letter-foreground select-none",
        round ? "rounded-full" : "rounded-md",
        muted ? "bg-neutral-soft text-neutral-text" : tone,
        className,
      )}
    >
      {([...name][0] ?? "?").toUpperCase()}
    </span>
  );
}

function hashText(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return hash;
}
