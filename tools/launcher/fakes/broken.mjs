// A service that can not start.
console.error('MONGODB_URL is missing');
process.exit(3);
