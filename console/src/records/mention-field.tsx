import { useId, useRef, useState } from 'preact/hooks';
import { findUsers } from '../fields/find-choices.ts';
import { t } from '../text/t.ts';
import { ChoiceItems, type Choice } from '../ui/choice-items.tsx';

/** A user whose name is in the text after an `@`. */
export interface Mention {
  readonly id: string;
  readonly name: string;
}

interface MentionFieldProps {
  readonly postType: string;
  readonly label: string;
  readonly text: string;
  /** Called with the text, and with the user whose name was just put into it. */
  onText(text: string, mention?: Mention): void;
}

/** The text as the service takes it: `@Mona` is `@[Mona](4)` for each user who was chosen (docs/guides/comments.md#writing). */
export function mentionsIn(text: string, mentions: readonly Mention[]): string {
  return mentions.reduce(
    (written, { id, name }) => written.replaceAll(`@${name}`, `@[${name}](${id})`),
    text,
  );
}

/** A text field that offers users after an `@`. */
export function MentionField({ postType, label, text, onText }: MentionFieldProps) {
  const list = useId();
  const control = useRef<HTMLTextAreaElement>(null);
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [active, setActive] = useState(0);
  const newest = useRef(0);

  const offer = async (written: string | undefined) => {
    newest.current += 1;
    const own = newest.current;
    const found =
      written === undefined
        ? []
        : await findUsers({ postType, text: written }, new AbortController().signal).catch(() => []);
    // A later key press may have asked for others.
    if (own !== newest.current) return;
    setChoices(found.slice(0, 8));
    setActive(0);
  };
  const choose = (choice: Choice | undefined) => {
    const end = control.current?.selectionStart ?? text.length;
    const start = text.slice(0, end).lastIndexOf('@');
    if (!choice || start < 0) return;
    onText(`${text.slice(0, start)}@${choice.label} ${text.slice(end)}`, {
      id: choice.id,
      name: choice.label,
    });
    void offer(undefined);
    control.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (choices.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((active + step + choices.length) % choices.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(choices[active]);
    else if (event.key === 'Escape') void offer(undefined);
    else return;
    event.preventDefault();
  };
  const isOpen = choices.length > 0;
  return (
    <div class="combobox">
      <textarea
        ref={control}
        aria-label={label}
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen ? `${list}-${active}` : undefined}
        rows={2}
        required
        placeholder={t('Write a comment. @ mentions somebody.')}
        value={text}
        onInput={({ currentTarget }) => {
          onText(currentTarget.value);
          const before = currentTarget.value.slice(0, currentTarget.selectionStart);
          void offer(/(?:^|\s)@([^\s@]*)$/.exec(before)?.[1]);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void offer(undefined)}
      />
      <ul id={list} role="listbox" aria-label={t('Mention')} hidden={!isOpen}>
        <ChoiceItems list={list} choices={choices} active={active} onChoose={choose} />
      </ul>
    </div>
  );
}
