// A service that cannot start.
console.error('MONGODB_URL is missing');
process.exit(3);
