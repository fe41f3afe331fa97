// A mongosh script for root of a MongoDB with one member. Initiates the replica set under the address by which the services find its primary, and creates a user with access to its own database for each
// service, and one with access to all four for the admin tool. It runs with each update, and updates changed passwords.
const member = { _id: 0, host: 'mongodb:27017' };
try {
  const { config } = db.adminCommand({ replSetGetConfig: 1 });
  if (config.members[0].host !== member.host)
    db.adminCommand({
      replSetReconfig: { ...config, members: [{ ...config.members[0], ...member }] },
      force: true,
    });
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  db.adminCommand({ replSetInitiate: { _id: 'svc', members: [member] } });
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
