import { useSyncExternalStore } from "react";
import type { ConfirmTexts } from "./confirm-dialog.tsx";

interface Question {
  texts: ConfirmTexts;
  answer: (isConfirmed: boolean) => void;
}

let question: Question | undefined;
let isOpen = false;
let snapshot = { question, isOpen };
const listeners = new Set<() => void>();

function update(nextOpen: boolean, nextQuestion: Question | undefined): void {
  isOpen = nextOpen;
  question = nextQuestion;
  snapshot = { question, isOpen };
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the person at the screen; resolves with the answer. A new question cancels the one before. */
export function confirm(texts: ConfirmTexts): Promise<boolean> {
  if (isOpen) question?.answer(false);
  return new Promise((resolve) => update(true, { texts, answer: resolve }));
}

/** What is asked now, for what draws it: `answer` closes the question. */
export function useQuestion() {
  const { question: asked, isOpen: open } = useSyncExternalStore(subscribe, () => snapshot);
  if (asked === undefined) return undefined;
  const answer = (isConfirmed: boolean) => {
    update(false, asked);
    asked.answer(isConfirmed);
  };
  return { texts: asked.texts, isOpen: open, answer };
}
