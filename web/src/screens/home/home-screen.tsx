import { Link } from "@tanstack/react-router";
import { ArrowRight, KeyRound, Receipt, Server, Split, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { buttonClass } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CopyButton } from "../../components/copy.tsx";
import { useHome } from "./use-home.ts";

/** The front page: what this is, where to call it, the way in. */
export function HomeScreen() {
  const { t } = useTranslation("home");
  const { baseUrl, docsLink, isSignedIn } = useHome();
  return (
    <div className="flex flex-1 flex-col items-center bg-[radial-gradient(70rem_34rem_at_50%_-10rem,var(--brand-glow),transparent)] px-4 py-12 sm:px-6 sm:py-20">
      <div className="flex w-full max-w-5xl flex-col items-center">
        <h1 className="max-w-3xl text-center text-3xl leading-tight font-semibold tracking-tight text-balance sm:text-5xl">
          {t("title")}
        </h1>
        <p className="mt-4 max-w-xl text-center text-base text-balance text-muted">{t("lead")}</p>
        <div className="mt-8 flex flex-wrap justify-center gap-2">
          <Link
            to={isSignedIn ? "/token" : "/login"}
            className={buttonClass({ variant: "primary", size: "lg" })}
          >
            {isSignedIn ? t("start") : t("signIn")}
            <ArrowRight />
          </Link>
          {docsLink !== "" && (
            <a href={docsLink} target="_blank" rel="noreferrer" className={buttonClass({ size: "lg" })}>
              {t("docs")}
            </a>
          )}
        </div>
        <CallSample baseUrl={baseUrl} />
        <Features />
      </div>
    </div>
  );
}

function CallSample({ baseUrl }: { baseUrl: string }) {
  const { t } = useTranslation("home");
  const sample = [
    `curl ${baseUrl}/chat/completions \\`,
    `  -H "Authorization: Bearer sk-${t("sample.key")}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '{"model": "gpt-4o-mini", "messages": [{"role": "user", "content": "Hello"}]}'`,
  ].join("\n");
  return (
    <Card className="mt-12 w-full max-w-3xl overflow-hidden text-left">
      <div className="flex items-center gap-3 border-b border-line py-2.5 pr-3 pl-4">
        <span className="shrink-0 text-xs font-medium text-muted">{t("endpoint.title")}</span>
        <code className="min-w-0 truncate font-mono text-sm">{baseUrl}</code>
        <span className="ml-auto hidden text-xs text-muted sm:block">{t("endpoint.hint")}</span>
        <CopyButton text={baseUrl} label={t("endpoint.copy")} className="max-sm:ml-auto" />
      </div>
      <div className="group relative">
        <pre
          aria-label={t("sample.title")}
          tabIndex={0}
          className="focus-ring thin-scrollbar overflow-x-auto px-4 py-3.5 font-mono text-[0.8125rem] leading-relaxed text-secondary"
        >
          {sample}
        </pre>
        <CopyButton
          text={sample}
          label={t("sample.copy")}
          className="absolute top-2 right-3 bg-surface shadow-[0_0_10px_10px_var(--surface)]"
        />
      </div>
    </Card>
  );
}

const FEATURES = [
  { key: "routing", icon: Split },
  { key: "billing", icon: Receipt },
  { key: "tokens", icon: KeyRound },
  { key: "privacy", icon: Server },
] as const satisfies readonly { key: string; icon: LucideIcon }[];

function Features() {
  const { t } = useTranslation("home");
  return (
    <ul className="mt-12 grid w-full gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-4">
      {FEATURES.map(({ key, icon: Icon }) => (
        <li key={key}>
          <span className="mb-3 flex size-8 items-center justify-center rounded-lg bg-accent-soft text-accent-text">
            <Icon aria-hidden className="size-4" />
          </span>
          <h2 className="text-sm font-semibold">{t(`features.${key}.title`)}</h2>
          <p className="mt-1 text-sm leading-relaxed text-muted">{t(`features.${key}.text`)}</p>
        </li>
      ))}
    </ul>
  );
}
