export { demoUsers } from './demo-users.ts';
export { seedDemo, type DemoRequest } from './seed-demo.ts';
