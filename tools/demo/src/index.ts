export { asAdmin, type AdminCaller } from './admin-caller.ts';
export { Choices } from './choices.ts';
export { familyNames, givenNames, groupNames, remarks } from './sample-names.ts';
export { values } from './sample-records.ts';
export { demoUsers, seedDemo, type DemoProgress } from './seed-demo.ts';
