// A mongosh script for root of a MongoDB with one member. Initiates the replica set, and creates a user with access to its own database for each
// service, and one with access to all four for the admin tool. It runs with each update, and updates changed passwords.
try {
  db.adminCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  db.adminCommand({ replSetInitiate: { _id: 'svc', members: [{ _id: 0, host: '127.0.0.1:27017' }] } });
}
while (!db.adminCommand({ hello: 1 }).isWritablePrimary) sleep(200);

const { users } = db.adminCommand({ usersInfo: 1 });
const services = ['records', 'comments', 'users', 'search'];
for (const name of [...services, 'admin']) {
  const command = users.some(({ user }) => user === name) ? 'updateUser' : 'createUser';
  const pwd = process.env[`MONGODB_${name.toUpperCase()}_PASSWORD`];
  const databases = name === 'admin' ? services : [name];
  db.adminCommand({
    [command]: name,
    pwd,
    roles: databases.map((each) => ({ role: 'readWrite', db: `svc_${each}` })),
  });
}
