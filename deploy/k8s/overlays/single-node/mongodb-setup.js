// For mongosh, as root of a MongoDB with one member: makes it a replica set, and a user for each service with a database, who may use that
// database alone. It is run with each update; a password that has changed is taken over.
try {
  db.adminCommand({ replSetGetStatus: 1 });
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  db.adminCommand({ replSetInitiate: { _id: 'svc', members: [{ _id: 0, host: '127.0.0.1:27017' }] } });
}
while (!db.adminCommand({ hello: 1 }).isWritablePrimary) sleep(200);

const { users } = db.adminCommand({ usersInfo: 1 });
for (const service of ['records', 'comments', 'users', 'search']) {
  const command = users.some(({ user }) => user === service) ? 'updateUser' : 'createUser';
  const pwd = process.env[`MONGODB_${service.toUpperCase()}_PASSWORD`];
  db.adminCommand({ [command]: service, pwd, roles: [{ role: 'readWrite', db: `svc_${service}` }] });
}
