import { render } from 'preact';
import { App } from './shell/app.tsx';
import { setLocale } from './text/t.ts';

// That of the browser until the user has signed in.
void setLocale(navigator.language);
render(<App />, document.body);
