import { useEffect, useId, useState } from 'preact/hooks';
import { t } from '../text/t.ts';
import { ChoiceItems, type Choice } from './choice-items.tsx';
import { messageOf } from './message-of.ts';

interface ComboboxProps {
  readonly label: string;
  /** Finds choices for what was typed; the text may be empty. */
  find(text: string, signal: AbortSignal): Promise<readonly Choice[]>;
  onChoose(choice: Choice): void;
  /** Makes a new choice of a text that was not found; undefined where that is not possible. */
  readonly onCreate?: ((text: string) => void) | undefined;
  readonly autofocus?: boolean;
}

/** Waits until the user pauses, so that a word asks once. */
const pauseMs = 150;

/** A text field that offers choices while the user types (the combobox pattern of the ARIA practices). */
export function Combobox({ label, find, onChoose, onCreate, autofocus = false }: ComboboxProps) {
  const list = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const found = useChoices(find, text, isOpen);
  const typed = text.trim();
  const isNew = typed !== '' && !found.choices.some((choice) => choice.label === typed);
  const creation: readonly Choice[] =
    onCreate && isNew && !found.isLoading ? [{ id: '', label: t('Create “{name}”', { name: typed }) }] : [];
  const choices = [...found.choices, ...creation];

  const choose = (choice: Choice | undefined) => {
    if (!choice) return;
    setText('');
    setOpen(false);
    if (choice.id === '') onCreate?.(typed);
    else onChoose(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setOpen(true);
      setActive((active + step + choices.length) % Math.max(choices.length, 1));
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      choose(choices[active]);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      event.preventDefault();
      setOpen(false);
    }
  };

  return (
    <div class="combobox">
      <input
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && choices.length > 0 ? `${list}-${active}` : undefined}
        placeholder={t('Type to search')}
        autocomplete="off"
        autofocus={autofocus}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <ul id={list} role="listbox" aria-label={label} hidden={!isOpen}>
        <ChoiceItems list={list} choices={choices} active={active} onChoose={choose} />
        {choices.length === 0 && (
          <li role="option" aria-selected={false} aria-disabled class="nothing">
            {found.problem ?? (found.isLoading ? t('Searching …') : t('Nothing found'))}
          </li>
        )}
      </ul>
    </div>
  );
}

interface FoundChoices {
  readonly choices: readonly Choice[];
  readonly isLoading: boolean;
  readonly problem?: string;
}

function useChoices(find: ComboboxProps['find'], text: string, isOpen: boolean): FoundChoices {
  const [found, setFound] = useState<FoundChoices>({ choices: [], isLoading: true });
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    const { signal } = controller;
    setFound((former) => ({ choices: former.choices, isLoading: true }));
    const timer = setTimeout(() => {
      find(text.trim(), signal).then(
        (choices) => signal.aborted || setFound({ choices, isLoading: false }),
        (error: unknown) =>
          signal.aborted || setFound({ choices: [], isLoading: false, problem: messageOf(error) }),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, isOpen]);
  return found;
}
