import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useQuestion } from "./confirm.ts";

/** Draws what `confirm` asks; mounted once. */
export function ConfirmHost() {
  const question = useQuestion();
  if (question === undefined) return null;
  return <ConfirmDialog {...question.texts} open={question.isOpen} onAnswer={question.answer} />;
}
