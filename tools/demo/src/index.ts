export { asAdmin, type AdminCaller } from './admin-caller.ts';
export { Choices } from './choices.ts';
export { demoUsers } from './demo-users.ts';
export { familyNames, givenNames, groupNames, remarks } from './sample-names.ts';
export { values } from './sample-records.ts';
export { seedDemo, type DemoRequest } from './seed-demo.ts';
