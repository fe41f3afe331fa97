// Components are drawn again when a signal changes that they read.
import '@preact/signals';
import { render } from 'preact';
import { App } from './shell/app.tsx';

render(<App />, document.body);
