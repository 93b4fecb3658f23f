import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { Button } from "./button.tsx";
import { Drawer, DrawerBody, DrawerClose, DrawerFooter } from "./drawer.tsx";

interface FormDrawerProps<Values extends FieldValues, Output extends FieldValues> {
  title: string;
  description?: ReactNode;
  form: UseFormReturn<Values, unknown, Output>;
  /** Saves; a rejection (already shown as a message) keeps the drawer open. */
  onSubmit: (values: Output) => Promise<unknown>;
  onClosed: () => void;
  submitLabel?: string;
  /** The record is still loading, or could not be loaded: shown in place of the fields. */
  placeholder?: ReactNode;
  children: ReactNode;
}

/** A drawer with one form: asks before losing changes, saves with Enter or Ctrl+Enter, closes when saved. */
export function FormDrawer<Values extends FieldValues, Output extends FieldValues>(
  props: FormDrawerProps<Values, Output>,
) {
  const { title, description, form, onSubmit, onClosed, submitLabel, placeholder, children } = props;
  const { t } = useTranslation();
  const { isDirty, isSubmitting } = form.formState;
  return (
    <Drawer title={title} description={description} isDirty={isDirty} onClosed={onClosed}>
      {(close) => {
        const submit = form.handleSubmit((values) => onSubmit(values).then(close, () => undefined));
        return (
          <form
            noValidate
            className="flex min-h-0 flex-1 flex-col"
            onSubmit={submit}
            onKeyDown={(event) => {
              if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
            }}
          >
            <DrawerBody className="flex flex-col gap-4">{placeholder ?? children}</DrawerBody>
            <DrawerFooter>
              <DrawerClose>{t("action.cancel")}</DrawerClose>
              <Button
                type="submit"
                variant="primary"
                pending={isSubmitting}
                disabled={placeholder !== undefined}
              >
                {submitLabel ?? t("action.save")}
              </Button>
            </DrawerFooter>
          </form>
        );
      }}
    </Drawer>
  );
}
