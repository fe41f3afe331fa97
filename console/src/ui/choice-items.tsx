/** One thing to choose. */
export interface Choice {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

interface ChoiceItemsProps {
  /** The id of the list. */
  readonly list: string;
  readonly choices: readonly Choice[];
  /** The index of the choice that the keyboard has reached. */
  readonly active: number;
  onChoose(choice: Choice): void;
}

/** The choices in the list of a text field. */
export function ChoiceItems({ list, choices, active, onChoose }: ChoiceItemsProps) {
  return (
    <>
      {choices.map((choice, index) => (
        <li
          key={choice.id}
          id={`${list}-${index}`}
          role="option"
          aria-selected={index === active}
          // Before the text field loses the focus, which closes the list.
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(choice);
          }}
        >
          {choice.label} {choice.hint && <small>{choice.hint}</small>}
        </li>
      ))}
    </>
  );
}
